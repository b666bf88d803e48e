/** The prebuilt package declares itself under its own name; here it stands in for `node-pty`. */
/// <reference path="../../../node_modules/node-pty/node-pty.d.ts" />

declare module 'node-pty' {
  export * from '@lydell/node-pty'
}
