// Builds the package where it is stale: the tests run its programs as they are delivered.
import { build } from '../../../../scripts/setup.mjs';

export default async function setUp() {
  if (!process.env.SKIP_BUILD) await build(['database']);
}
