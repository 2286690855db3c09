// The part "browsers" of npm run test:long: a purchase, and the screens of the back-office, in Firefox and in WebKit, each
// left out with a word where it is not installed. Chromium has the journeys.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endPrograms, engines } from './engines.mjs';
import { admin, startServer } from './server.mjs';

const patienceMs = 60_000;

/** In the page: what a person sees and does. Elements are found by their texts and labels. */
function page() {
  const { document, CSS, getComputedStyle } = globalThis;
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const byText = (selector, text) =>
    shown(selector).find((one) => (one.ariaLabel ?? one.textContent).trim().startsWith(text));
  const control = (label) => byText('label', label)?.control;
  return {
    heading: () => shown('h1')[0]?.textContent,
    isStill: () => !document.querySelector('#root[inert], [role="progressbar"], [aria-busy="true"]'),
    has: (selector, text) => !!byText(selector, text),
    press(text) {
      const button = byText('button, a', text);
      button?.click();
      return !!button;
    },
    fill(label, value) {
      const field = control(label);
      if (!field) return false;
      const option = [...(field.options ?? [])].find(({ label: text }) => text === value);
      if (field.options && !option) return false;
      // React takes what its own property of the element sets as known.
      const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
      own.set.call(field, option?.value ?? value);
      field.dispatchEvent(new Event(option ? 'change' : 'input', { bubbles: true }));
      return true;
    },
    menu: () => shown('nav a[href^="/admin"]').map((link) => link.getAttribute('href')),
    failure: () => byText('[role="alert"], h1, h2', 'Something went wrong')?.textContent,
    /** The date fields that are empty: whether the text of their parts, in WebKit the present day's, can be seen. */
    emptyDates: () =>
      shown('input[type^="date"]')
        .filter(({ value }) => value === '')
        .map((field) => {
          const showsToday = CSS.supports('-webkit-hyphens', 'none');
          const { color, webkitTextFillColor } = getComputedStyle(field);
          return showsToday && (color !== 'rgba(0, 0, 0, 0)' || webkitTextFillColor !== color);
        }),
  };
}

/** Returns the expression of a call to the page's own part. */
const asked = (call) => `(${String(page)})().${call}`;

/** Waits for a value of the page that is neither false nor missing, and returns it. */
async function until(tab, call, what = call) {
  const end = Date.now() + patienceMs;
  let last;
  while (Date.now() < end) {
    // A page that is being left has no value.
    const value = await tab.valueOf(asked(call)).catch((error) => void (last = error));
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const text = await tab.valueOf('document.body.innerText.slice(0, 1500)').catch(() => last);
  throw new Error(`Not within ${patienceMs / 1000} s: ${what}`, { cause: text });
}

const quoted = (...values) => values.map((value) => JSON.stringify(value)).join(', ');
const press = (tab, text) => until(tab, `press(${quoted(text)})`);
const see = (tab, selector, text) => until(tab, `has(${quoted(selector, text)})`);

async function fill(tab, fields) {
  for (const [label, value] of Object.entries(fields)) await until(tab, `fill(${quoted(label, value)})`);
}

/** Fails where an empty field of the page shows a day; returns the number of empty ones. */
async function lookAtDates(tab, place) {
  const shown = await tab.valueOf(asked('emptyDates()'));
  if (shown.includes(true)) throw new Error(`${place}: an empty date field shows the present day`);
  return shown.length;
}

async function buy(tab, address) {
  await tab.goTo(address);
  await see(tab, 'h1', 'Where are you located?');
  await until(tab, 'isStill()');
  await fill(tab, { Country: 'Canada' });
  await fill(tab, { Province: 'Ontario' });
  await press(tab, 'Continue to Payment');
  await press(tab, 'Continue with Interac E-Transfer');
  await see(tab, 'label', 'Full Name');
  if (!(await lookAtDates(tab, 'Checkout'))) throw new Error('Checkout: there is no empty date field');
  await fill(tab, {
    'Full Name': 'Ann Example',
    Email: 'ann@example.com',
    'Phone Number': '+1 416-555-0100',
    Address: '1 Main Street',
    City: 'Toronto',
    'Postal Code': 'M5V 2T6',
    'Expected Transfer Date': '2099-01-01',
  });
  await press(tab, 'Complete Purchase');
  await see(tab, 'h1', 'Thank You!');
}

async function visitOffice(tab, address) {
  await tab.goTo(`${address}/login`);
  await fill(tab, { Username: admin.username, Password: admin.password });
  await press(tab, 'Sign In');
  await see(tab, 'h1', 'Welcome back');
  const screens = await until(tab, 'menu()');
  let dates = 0;
  for (const screen of [...screens, '/admin/payments/new', '/admin/customers/new']) {
    await tab.goTo(address + screen);
    await until(tab, 'heading()', `a heading at ${screen}`);
    await until(tab, 'isStill()', `${screen} without a progress bar`);
    const failure = await tab.valueOf(asked('failure()'));
    if (failure) throw new Error(`${screen}: ${failure}`);
    dates += await lookAtDates(tab, screen);
  }
  if (screens.length < 10 || dates < 3)
    throw new Error(`The back-office showed ${screens.length} screens and ${dates} empty date fields`);
  return screens.length;
}

for (const { name, packages, isInstalled, open } of engines) {
  if (!isInstalled) {
    console.log(`LEFT OUT: the walk in ${name}, which is not installed here: apt-get install ${packages}`);
    continue;
  }
  const folder = await mkdtemp(join(tmpdir(), 'trip-browsers-'));
  const profile = join(folder, 'profile');
  await mkdir(profile, { mode: 0o700 });
  let server;
  try {
    const started = await startServer(folder);
    ({ server } = started);
    const tab = await open(profile);
    await buy(tab, started.address);
    const screens = await visitOffice(tab, started.address);
    console.log(`${name}: a purchase, ${screens} screens of the back-office and two forms`);
  } catch (error) {
    console.error(`${name}: ${error.message}`, error.cause ?? '');
    process.exitCode = 1;
  } finally {
    endPrograms();
    server?.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
