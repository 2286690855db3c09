import { describeSmallHeap } from './small-heap.js';

describeSmallHeap(() => true);
