/** Attribution that must accompany the LOINC codes of the catalogue; shown with licences and in docs. */
export const LOINC_NOTICE =
  'This material contains content from LOINC (https://loinc.org). LOINC is copyright © Regenstrief Institute, Inc. ' +
  'and the Logical Observation Identifiers Names and Codes (LOINC) Committee and is available at no cost under the ' +
  'license at https://loinc.org/license. LOINC® is a registered United States trademark of Regenstrief Institute, Inc.'
