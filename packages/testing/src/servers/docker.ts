import { access, constants } from 'node:fs/promises';

/** Whether this process may use a Docker engine. */
export async function hasDocker(): Promise<boolean> {
  if (process.env['DOCKER_HOST']) return true;
  return access('/var/run/docker.sock', constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
}
