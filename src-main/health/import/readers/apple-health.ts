/** Reader of Apple Health exports: `export.xml` under any name in any language. */
import { AppleRecords } from '../apple/records.ts'
import { scanExport } from '../apple/scanner.ts'
import { AttributeTexts } from '../apple/text.ts'
import { ImportError, type Reader } from '../reader.ts'

export const reader: Reader = {
  format: 'apple-health',
  title: 'Apple Health export',
  isFullHistory: true,
  percentIsFraction: true,

  detect(head) {
    // Beside it lies export_cda.xml, whose root is <ClinicalDocument>: names decide nothing.
    if (/<ClinicalDocument[\s>]/.test(head.text)) return 0
    return /<!DOCTYPE\s+HealthData[\s[]|<HealthData[\s>]/.test(head.text) ? 1 : 0
  },

  async read(part, sink, context) {
    const texts = new AttributeTexts()
    const records = new AppleRecords(sink, context, texts)
    await scanExport(await part.open(), records, texts, context.signal, context.fileName)
    if (records.records === 0) {
      throw new ImportError(
        'empty',
        `${context.fileName} is an Apple Health export without any record.`,
        'Export again on the phone, and wait until it says that the export is ready.',
      )
    }
  },
}
