// Builds the package if it is outdated: the tests run its compiled programs.
import { build } from '../../../../scripts/build-system.mjs';

export default async function setUp() {
  if (!process.env.SKIP_BUILD) await build(['database']);
}
