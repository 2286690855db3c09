// node scripts/dashboard-picture.mjs PROMETHEUS FILE: draws the dashboard's queries as Prometheus' own pages show them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { main, root } from './build-system.mjs';

const usage = `Usage: node scripts/dashboard-picture.mjs PROMETHEUS FILE

Takes the graphs of deploy/grafana-dashboard.json's queries from the pages of a Prometheus, such as
http://127.0.0.1:9090, over RANGE (10m) up to END (now), such as "2026-01-31 15:04" in UTC, and writes them beside each other into one picture.
CHROMIUM_PATH names the browser.`;

/** Width of one graph in the picture, and of the page that it is taken from, in pixels. */
const shown = 460;
const taken = 760;

const escape = (text) => text.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;'));

/** Takes a query's graph and legend from a page of Prometheus. */
async function graphOf(page, prometheus, expr) {
  const query = new URLSearchParams({
    ...{ 'g0.expr': expr, 'g0.tab': '0', 'g0.range_input': process.env.RANGE ?? '10m' },
    ...(process.env.END && { 'g0.end_input': process.env.END }),
  });
  await page.goto(`${prometheus}/classic/graph?${query}`, { waitUntil: 'networkidle' });
  await page.locator('.rickshaw_graph path').first().waitFor({ state: 'attached' });
  const { y, height } = await page.locator('.graph_area').boundingBox();
  // The labels of the axis begin left of the graph.
  const graph = await page.screenshot({ clip: { x: 0, y, width: taken, height }, fullPage: true });
  return `data:image/png;base64,${graph.toString('base64')}`;
}

await main({ usage, takesArguments: true }, async () => {
  const [prometheus, file] = process.argv.slice(2);
  if (!prometheus || !file) throw new Error(usage);
  const { panels } = JSON.parse(readFileSync(join(root, 'deploy/grafana-dashboard.json'), 'utf8'));
  const queries = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH });
  try {
    const page = await browser.newPage({ viewport: { width: taken, height: 900 } });
    const figures = [];
    for (const { title, expr } of queries) {
      const graph = await graphOf(page, prometheus, expr);
      figures.push(
        `<figure><b>${escape(title)}</b><code>${escape(expr)}</code><img src="${graph}" width="${shown}"></figure>`,
      );
    }
    await page.setViewportSize({ width: 3 * shown + 100, height: 900 });
    await page.setContent(`<style>
      body { display: grid; grid-template-columns: repeat(3, ${shown}px); gap: 24px; font: 14px sans-serif; margin: 24px }
      figure { margin: 0 } b, code { display: block } code { font-size: 10px; color: #555; overflow-wrap: anywhere; margin: 4px 0 }
    </style>${figures.join('')}`);
    await page.screenshot({ path: file, fullPage: true });
  } finally {
    await browser.close();
  }
});
