/** The part of picomatch that is used here; the package brings no types. */
declare module 'picomatch' {
  interface Options {
    readonly dot?: boolean
    readonly nocase?: boolean
    readonly maxLength?: number
  }
  function picomatch(pattern: string, options?: Options): (path: string) => boolean
  export = picomatch
}
