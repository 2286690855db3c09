import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import './resources.js';
import { loadTexts } from '../ui/i18n/texts.js';

// The document of the tests has none.
globalThis.matchMedia ??= () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList;
// Nor has it a layout to scroll.
Element.prototype.scrollIntoView = () => {};

// A component's test renders it as a page does: with all texts.
await loadTexts();

// All files share one document.
afterEach(cleanup);
