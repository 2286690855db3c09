import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { show } from './texts/language.js';
import { regions } from '#domain/texts/en/regions';
import { first } from './texts/en/first.js';
import { later } from './texts/en/later.js';
import { order } from './texts/en/order.js';
import { plan } from './texts/en/plan.js';

// Tests of a part of the page take the place of its program, which loads the texts.
show({ texts: { ...order, ...first, ...later, ...plan, regions } });

// All files share one document.
afterEach(cleanup);
