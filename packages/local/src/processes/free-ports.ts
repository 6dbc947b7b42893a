import { freePort, isFreePort } from '@order-hub/postgres/free-port';
import { ConfigError } from '@order-hub/shared/config';

/** Finds `count` free loopback ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** The port of the gateway: the wanted port, or any free one for 0. Throws ConfigError if the port is in use. */
export async function gatewayPort(host: string, wanted: number): Promise<number> {
  if (wanted === 0) return await freePort();
  if (await isFreePort(host, wanted)) return wanted;
  throw new ConfigError(
    `Port ${wanted} is in use by another program. Stop that program, or choose another port: PORT=${wanted + 1} npm start`,
  );
}
