/** Words of the first minute. */
export const welcome = {
  title: 'Your health data, on your own computer',
  text: 'Bring in what your phone, watch or lab has recorded, then ask about it in plain words.',
  drop: 'Drop a file anywhere in this window',
  formats: 'An Apple Health export, or a DNA file from 23andMe, AncestryDNA, MyHeritage, FTDNA or a VCF',
  pick: 'Choose a file',
  showImport: 'Show the import',
  sample: 'Try it',
  sampleText: 'No file at hand? Look around with made-up data. It is marked everywhere and removed with one click.',
  howApple: 'How to get an Apple Health export',
  apple1: 'On the iPhone, open Health and touch your picture at the top right.',
  apple2: 'Choose “Export All Health Data” and wait; it can take some minutes.',
  apple3: 'Send export.zip to this computer, by AirDrop for instance, and drop it here as it is.',
  private: 'Nothing is sent anywhere. Everything stays in one folder that you can see in Settings.',
}
