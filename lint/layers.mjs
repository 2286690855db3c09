import { posix, relative, sep } from 'node:path';

/** Returns whether a path is a folder, or in it; `*` stands for any part of a name. */
const within = (folder) => {
  const pattern = folder.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*');
  const matcher = new RegExp(`^${pattern}(?:/|$)`);
  return (path) => matcher.test(path);
};

/** The path that an import leads to, or null for a package, which is imported by its name. */
export const importedPath = (file, name) => {
  // The imports that package.json names: #browser/* and #domain/*.
  if (name.startsWith('#')) return name.slice(1);
  return name.startsWith('.') ? posix.join(posix.dirname(file), name) : null;
};

/** The linted file's path from the working directory. */
const pathOf = (context) => relative(context.cwd, context.filename).replaceAll(sep, '/');

/** Visits each import and each re-export of a file by the path that it leads to. */
const visitImports = (file, check) => {
  const visit = ({ source }) => {
    const imported = typeof source?.value === 'string' && importedPath(file, source.value);
    if (imported) check(source, imported);
  };
  return {
    ImportDeclaration: visit,
    ImportExpression: visit,
    ExportAllDeclaration: visit,
    ExportNamedDeclaration: visit,
  };
};

/**
 * Refuses imports from one folder into another. Options: the zones, [{ target, from, message }], or with `only` instead
 * of `from`, a list of the folders that alone are imported. All are relative to the working directory.
 */
const noImport = {
  meta: {
    type: 'problem',
    schema: [{ type: 'array', items: { type: 'object' } }],
    messages: { zone: '{{file}} imports {{imported}}: {{message}}' },
  },
  create(context) {
    const file = pathOf(context);
    const zones = context.options[0].filter(({ target }) => within(target)(file));
    return visitImports(file, (node, imported) => {
      for (const { from, only, message } of zones)
        if (only ? !only.some((folder) => within(folder)(imported)) : within(from)(imported))
          context.report({ node, messageId: 'zone', data: { file, imported, message } });
    });
  },
};

/** The files of a program's imports by the names that they have in it. */
const importSources = ({ body }) =>
  new Map(
    body
      .filter(({ type }) => type === 'ImportDeclaration')
      .flatMap(({ source, specifiers }) => specifiers.map(({ local }) => [local.name, source.value])),
  );

/**
 * Refuses a file that hands on the names of others, in one step or by an import and an export: an import names the file
 * that defines what it needs.
 */
const noReexport = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { reexport: 'Import from {{source}} where it is needed, instead of handing its names on.' },
  },
  create: (context) => {
    let imported = new Map();
    const report = (node, source) => context.report({ node, messageId: 'reexport', data: { source } });
    const checkName = (node, value) => {
      const source = value?.type === 'Identifier' && imported.get(value.name);
      if (source) report(node, source);
    };
    return {
      Program: (node) => void (imported = importSources(node)),
      ExportAllDeclaration: (node) => report(node, node.source.value),
      ExportDefaultDeclaration: (node) => checkName(node, node.declaration),
      ExportNamedDeclaration(node) {
        if (node.source) return report(node, node.source.value);
        for (const specifier of node.specifiers) checkName(specifier, specifier.local);
        for (const declared of node.declaration?.declarations ?? []) checkName(declared, declared.init);
      },
    };
  },
};

/** Tests use the whole program; they stand in no layer. */
export const isTest = (path) => /(?:\.(?:spec|test)\.tsx?$)|(?:^|\/)testing(?:\/|\.[jt]sx?$)/.test(path);

/** Returns the listed folder that a path below the root belongs to: the longest one; '.' for the root's own files. */
export function folderOf(path, folders) {
  if (!path.includes('/')) return '.';
  const holding = folders.filter((folder) => path.startsWith(`${folder}/`));
  return holding.sort((one, other) => other.length - one.length)[0];
}

/**
 * Keeps the folders of a program in layers. Options: [{ root, folders }]. `folders` is in order, lowest first: a
 * folder imports itself and those before it. A folder within another one may be listed by its own path; '.' stands for
 * the files in the root itself.
 */
const downwards = {
  meta: {
    type: 'problem',
    schema: [{ type: 'array', items: { type: 'object' } }],
    messages: {
      upwards:
        '{{folder}} imports {{other}}, which lies above it: imports go downwards. Move what both need below {{folder}}, or let {{other}} call or subscribe. The order is in oxlint.config.mjs.',
      unlisted:
        '{{path}} is in no layer: list its folder in oxlint.config.mjs, after all that it imports and before all that import it.',
      test: 'Only tests import {{path}}.',
    },
  },
  create(context) {
    const file = pathOf(context);
    const root = context.options[0].find((each) => file.startsWith(`${each.root}/`));
    if (!root || isTest(file)) return {};
    const folders = root.folders;
    const path = file.slice(root.root.length + 1);
    const folder = folderOf(path, folders);
    if (folder === undefined)
      return {
        Program: (node) => context.report({ node, messageId: 'unlisted', data: { path: file } }),
      };
    return visitImports(file, (node, imported) => {
      if (!imported.startsWith(`${root.root}/`)) return;
      const target = imported.slice(root.root.length + 1);
      if (isTest(target)) return context.report({ node, messageId: 'test', data: { path: imported } });
      const other = folderOf(target, folders);
      if (folders.indexOf(other) <= folders.indexOf(folder)) return;
      context.report({ node, messageId: 'upwards', data: { folder, other: other ?? imported } });
    });
  },
};

export default {
  meta: { name: 'layers' },
  rules: { 'no-import': noImport, 'no-reexport': noReexport, downwards },
};
