/** 初次使用时的文字。 */
import type { welcome as english } from '../en/welcome.ts'
import type { Translation } from '../translation.ts'

export const welcome: Translation<typeof english> = {
  title: '你的健康数据，留在自己的电脑上',
  text: '把手机、手表或化验单里的记录放进来，然后用平常的话提问。',
  drop: '把文件拖到窗口任意位置',
  formats: '苹果健康的导出文件，23andMe、AncestryDNA、MyHeritage、FTDNA 的基因数据，或 VCF',
  pick: '选择文件',
  showImport: '查看导入进度',
  sample: '试一试',
  sampleText: '手边没有文件？先用虚构的数据看看。它处处都有标记，一键即可移除。',
  howApple: '如何导出苹果健康数据',
  apple1: '在 iPhone 上打开“健康”，轻点右上角的头像。',
  apple2: '选择“导出所有健康数据”，等待几分钟。',
  apple3: '把 export.zip 传到这台电脑（例如用隔空投送），原样拖进来即可。',
  private: '不会向任何地方发送数据。所有内容都在一个文件夹里，可在“设置”中查看。',
}
