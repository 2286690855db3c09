import { kills, survives } from '../testing/crashes.js';

it(
  `a server loses no acknowledged write and tears no transaction in ${kills} kills`,
  () => survives(kills, () => (server) => server.kill()),
  60_000 + kills * 8000,
);
