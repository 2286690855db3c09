import { describeSmallHeap } from './small-heap.js';

/** Files of each format; hostile-files.long.spec.ts sends all, and hostile-work.long.spec.ts limits their work. */
const few = new Set([
  'a compressed file',
  'an Excel workbook or a zip bomb',
  'noise',
  '10 MB of quotation marks',
  '201 columns',
  'an open quotation mark',
  '5,001 rows',
  '5,001 entries',
  'huge amounts',
  'entities within entities',
  'an external entity',
  'deep XML',
  'a tag 86 of 2 MiB',
  'a date of 2 MiB',
  'a line of 10 MB',
  'parts within parts',
]);

describeSmallHeap((name) => few.has(name));
