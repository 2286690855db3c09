// Loads packages by Node's own require, and the project's files once in a worker, so that its spec files share both:
// loading them anew for each file took longer than most files' tests. `jest.mock` has no effect on either.
const asyncHooks = require('node:async_hooks');
const { createRequire, isBuiltin } = require('node:module');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const isPackage = (name) => !/^[./#]/.test(name) && !isBuiltin(name) && name !== '@jest/globals';

/** Returns whether spec files share a file. Those of tests may use `jest`, which is another object for each spec file. */
const isShared = (path) =>
  /\/(backend\/src|domain|bank-files\/src)\/.*\.ts$/.test(path) && !/\/testing\/|\.spec\.ts$/.test(path);

/** The exports of the shared files by path, once they are loaded. */
const shared = new Map();
/** The source maps of all files so far, by path: for the traces of errors in shared files. */
const sourceMaps = new Map();
/** The runtime of the present spec file. */
let present;
/** The contexts that jest made for the present spec file. */
const contexts = new Set();

/**
 * A context of jest, for one spec file: on Node below 24, each promise of a worker copies the contexts of all files before,
 * which was a tenth of the suites' time, unless they are disabled.
 */
class FileContext extends asyncHooks.AsyncLocalStorage {
  constructor(...parameters) {
    super(...parameters);
    contexts.add(this);
  }
}

module.exports = class SharedModulesRuntime extends Runtime {
  constructor(...parameters) {
    super(...parameters);
    present = this;
    this.transformCache.sourceMaps = sourceMaps;
    const { executor } = this;
    // In the worker's realm, see single-realm-environment.mjs.
    executor.compile = (source, filename) =>
      compileFunction(source, executor.injectedModuleParameters, { filename });
  }

  /** Forgets the shared files where jest begins another run, as in watch mode after a change. */
  static createResolver(...parameters) {
    shared.clear();
    return super.createResolver(...parameters);
  }

  /** Loads jest's own packages, as `expect`, once in a worker: they keep what belongs to a file in global variables. */
  requireInternalModule(from, name) {
    if (name === 'node:async_hooks') return { ...asyncHooks, AsyncLocalStorage: FileContext };
    return name && isPackage(name) ? createRequire(from)(name) : super.requireInternalModule(from, name);
  }

  teardown() {
    for (const context of contexts) context.disable();
    contexts.clear();
    super.teardown();
  }

  requireModuleOrMock(from, name) {
    // A shared file that loads another one late does so by the runtime that loaded it, whose spec file may have ended.
    if (this !== present) return present.requireModuleOrMock(from, name);
    return isPackage(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
  }

  requireModule(from, name, options, isActual) {
    // Files that a test loads by `jest.isolateModules` are its own.
    if (!name || options?.isInternalModule || isBuiltin(name) || this.registries.isolation)
      return super.requireModule(from, name, options, isActual);
    const path = this._resolution.resolveCjs(from, name);
    if (shared.has(path)) return shared.get(path);
    const exports = super.requireModule(from, name, options, isActual);
    if (isShared(path) && this.registries.getActiveCjsRegistry().get(path).loaded) shared.set(path, exports);
    return exports;
  }

  /** Leaves process.getBuiltinModule, which packages call after the spec file too, as it is. */
  installGetBuiltinModule() {}
};
