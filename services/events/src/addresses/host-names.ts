/** A hostname without the brackets of an IPv6 address and without the final dot of an absolute name. */
export const bareHost = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/** `localhost` and the names below it mean loopback, whatever name servers answer. */
export const isLocalhost = (host: string) => /(^|\.)localhost$/.test(host);

const privateName = /(^|\.)(localhost|local|localdomain|internal|lan|home\.arpa|intranet|corp)$/;

/** Whether a name can only exist in a local network. */
export const isPrivateName = (name: string) => !name.includes('.') || privateName.test(name);
