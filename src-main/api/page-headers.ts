/** What the page may do, in the window and in the browser: its own files and nothing else. No remote content, no frames. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Positioned popovers and charts set style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  // Sound in the results of external servers, played from memory.
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // The page shows health data; nothing of it belongs into a cache on disk.
  'Cache-Control': 'no-store',
}
