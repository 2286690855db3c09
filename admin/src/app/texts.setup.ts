import './resources.js';
import { loadTexts } from '../ui/i18n/texts.js';

// A component's test renders it as a page does: with all texts.
await loadTexts();
