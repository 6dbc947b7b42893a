/** A host as it is judged: without the brackets of an IPv6 address, and without the dot that ends an absolute name. */
export const bareHost = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/** Names that lead to loopback, whatever name servers say. */
export const isLocalhost = (host: string) => /(^|\.)localhost$/.test(host);
