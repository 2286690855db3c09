import { build } from '../../scripts/build-system.mjs';

/** Builds what is stale before the journeys, which use the built application. */
export default () => build();
