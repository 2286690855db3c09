// Loads packages by Node's own require, so that the spec files of a worker share them: loading Nest and mongoose anew for
// each file took longer than most files' tests. `jest.mock` of a package has no effect.
const { createRequire, isBuiltin } = require('node:module');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const isPackage = (name) => !/^[./#]/.test(name) && !isBuiltin(name) && name !== '@jest/globals';

module.exports = class NativePackagesRuntime extends Runtime {
  constructor(...parameters) {
    super(...parameters);
    const { executor } = this;
    // In the worker's realm, see single-realm-environment.mjs.
    executor.compile = (source, filename) =>
      compileFunction(source, executor.injectedModuleParameters, { filename });
  }

  requireModuleOrMock(from, name) {
    return isPackage(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
  }

  /** Leaves process.getBuiltinModule, which packages call after the spec file too, as it is. */
  installGetBuiltinModule() {}
};
