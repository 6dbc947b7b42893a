// Tests of services know this package and shared only.
export { freePort } from '@order-hub/postgres/free-port';
