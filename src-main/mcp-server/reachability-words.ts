/** Node's error codes for connections and certificates in words, with what to do. Pure. */

interface Told {
  readonly detail: string
  readonly hint: string
}

export function connectionInWords(code: string, port: number): Told {
  // Some routers do not lead a connection from inside to their own outer address.
  const fromInside =
    'From inside the same network some routers never answer under their outer address; try it from a phone without Wi-Fi.'
  switch (code) {
    case 'ECONNREFUSED':
      return { detail: `Nobody listens on port ${port} there.`, hint: 'Start the proxy or tunnel, and check the port.' }
    case 'ETIMEDOUT':
      return { detail: `Port ${port} does not answer.`, hint: `Open the port in the firewall or router. ${fromInside}` }
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return {
        detail: 'There is no way to that address from here.',
        hint: `Check that this computer is online. ${fromInside}`,
      }
    default:
      return { detail: `The connection to port ${port} failed (${code || 'no reason given'}).`, hint: fromInside }
  }
}

/** Codes of OpenSSL as node passes them on: nodejs.org/api/tls.html#x509-certificate-error-codes. */
export function certificateInWords(code: string, host: string): Told {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return { detail: 'The certificate has expired.', hint: 'Renew it, or let the proxy renew it by itself.' }
    case 'CERT_NOT_YET_VALID':
      return {
        detail: 'The certificate is not valid yet.',
        hint: 'Check the clock of this computer and the dates of the certificate.',
      }
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return {
        detail: `The certificate is for another name than ${host}.`,
        hint: `Get a certificate for ${host}, or use the name that it is for.`,
      }
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return {
        detail: 'The certificate is signed by itself, so no client trusts it.',
        hint: 'Use a certificate of a public authority; Let’s Encrypt gives them for nothing.',
      }
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return {
        detail: 'The server does not send the certificates between its own and the authority’s.',
        hint: 'Give the proxy the full chain (often called fullchain.pem), not the certificate alone.',
      }
    case 'CERT_REVOKED':
      return { detail: 'The certificate was revoked.', hint: 'Get a new one.' }
    case 'ETIMEDOUT':
      return { detail: 'The server does not begin the encryption.', hint: 'Check that this port speaks https.' }
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ECONNRESET':
      return {
        detail: 'What answers there does not speak https.',
        hint: 'Check the port, and that the proxy has https turned on.',
      }
    default:
      return { detail: `The certificate was refused (${code || 'no reason given'}).`, hint: 'Look at it in a browser.' }
  }
}
