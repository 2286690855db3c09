import { readFileSync } from 'node:fs';
import { TestApp } from '../../testing/test-app.js';
import { knowsChange, timeZoneChanges } from './time-zone-changes.js';

const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
const oldestMajor = Number(/\d+/.exec(engines.node)![0]);
const runningMajor = Number(process.versions.node.split('.')[0]);
const cases = timeZoneChanges.flatMap((change) => change.zones.map((zone) => [zone, change] as const));

it.each(cases)(
  'the change of %s is in the table for as long as the oldest Node does not know it',
  (zone, change) => {
    // Newer versions of Node may know it already.
    const isNeeded = runningMajor > oldestMajor || !knowsChange(zone, change);
    const advice = isNeeded
      ? 'keep it'
      : `every supported Node knows the change of ${zone}: remove it from the table`;
    expect(advice).toBe('keep it');
  },
);

describe('a server', () => {
  let app: TestApp;
  afterEach(() => app.stop());
  const told = async () => {
    const [health, warnings] = await Promise.all([
      app.visitor.get('/api/health').expect(200),
      app.admin.get('/api/warnings').expect(200),
    ]);
    return { health: health.body.timeZone, warnings: warnings.body };
  };

  it.each(cases)(
    'in %s says where the data of its Node is older than the rules of its zone',
    async (zone, change) => {
      app = await TestApp.start({ TIME_ZONE: zone });
      const { health, warnings } = await told();
      if (knowsChange(zone, change)) {
        expect(health).toBeUndefined();
        expect(warnings.warnings).not.toContain('oldTimeZone');
        return;
      }
      expect(health).toMatch(
        /^TIME_ZONE America\/(?:Vancouver|Edmonton): this Node's time zone data \(\d{4}[a-z]+\) is older than its rules$/,
      );
      expect(warnings.warnings).toContain('oldTimeZone');
      expect(health).toContain(
        `${warnings.timeZone.name}: this Node's time zone data (${warnings.timeZone.data})`,
      );
    },
  );

  it('in a zone without such a change says nothing', async () => {
    app = await TestApp.start({ TIME_ZONE: 'America/Toronto' });
    const { health, warnings } = await told();
    expect(health).toBeUndefined();
    expect(warnings).not.toHaveProperty('timeZone');
    expect(warnings.warnings).not.toContain('oldTimeZone');
  });
});
