import { withDatabase } from '../database/standalone.js';
import { checkFigures, rebuildFigures } from './recount.js';

const [command = 'check'] = process.argv.slice(2);

/** npm run figures -- check | rebuild */
await withDatabase(async (connection) => {
  if (command === 'rebuild') {
    await rebuildFigures(connection);
    console.log('The figures are counted anew');
    return;
  }
  if (command !== 'check') throw new Error('figures takes check or rebuild');
  const differences = await checkFigures(connection);
  for (const line of differences) console.log(line);
  console.log(
    differences.length
      ? `${differences.length} figures differ: npm run figures -- rebuild`
      : 'The figures are right',
  );
  if (differences.length) process.exitCode = 1;
});
