// Compiles the backend for its bundler as `nest build` does, with the plugins of nest-cli.json. Nest's command would
// bring a fifth of all packages that a start installs: it is a tool of `npm run dev`.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const root = dirname(import.meta.dirname);
const { tsConfigPath, plugins } = JSON.parse(
  readFileSync(join(root, 'nest-cli.json'), 'utf8'),
).compilerOptions;

/** Ends the program with what the compiler says, where that is something. */
function report(diagnostics) {
  if (!diagnostics.length) return;
  const host = { ...ts.sys, getNewLine: () => '\n', getCanonicalFileName: (path) => path };
  throw new Error(ts.formatDiagnostics(diagnostics, host));
}

const { options, fileNames, errors } = ts.getParsedCommandLineOfConfigFile(
  join(root, tsConfigPath),
  {},
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (diagnostic) => report([diagnostic]) },
);
report(errors);
const program = ts.createIncrementalProgram({ rootNames: fileNames, options });
const before = await Promise.all(
  plugins.map(async ({ name, options }) => {
    const plugin = await import(`${name}/plugin`);
    return plugin.before(options, program.getProgram());
  }),
);
const emitted = program.emit(undefined, undefined, undefined, undefined, { before });
report([...ts.getPreEmitDiagnostics(program), ...emitted.diagnostics]);
