/**
 * The folders of a service or package are rooms in layers: a room uses the rooms below it, never one above. Tests may import
 * from any room, so they are excluded here; the other rules are in .dependency-cruiser.cjs.
 */

const { options } = require('./.dependency-cruiser.cjs');

module.exports = {
  forbidden: [
    {
      name: 'no-cycles-between-rooms',
      comment: 'Two folders that need each other hide a third below both, or are one.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(services|packages)/[^/]+/src' },
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: '(^|/)(dist|test)/|\\.test\\.tsx?$|^packages/testing/' } },
};
