import { type ReactNode, StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Checkout } from './Checkout.js';
import { stateAt } from './progress/checkoutState.js';
import { loadTexts, pageLanguage, show } from './texts/language.js';
import { emptyProgress } from './progress/progress.js';
import { type Saved, storedText } from './progress/storage.js';
import { firstTexts, regionTexts } from './texts/loaders.js';
import { stepInHistory } from './progress/useStepHistory.js';

/** Of the page: says that a part of the program could not be loaded. */
declare const programMissing: () => void;

const root = document.getElementById('root')!;

/** Makes the prerendered page visible and interactive once React has mounted. */
function Opened({ children }: { children: ReactNode }) {
  useEffect(() => {
    root.inert = false;
    document.documentElement.classList.remove('resumed');
  }, []);
  return children;
}

/** Renders the checkout, for new visitors by hydration: the prerendered page shows the first step. */
function start(saved?: Saved) {
  const step = stepInHistory() ?? saved?.step;
  const page = (
    <StrictMode>
      <Opened>
        <Checkout start={stateAt(saved?.progress ?? emptyProgress, step ?? 'location')} />
      </Opened>
    </StrictMode>
  );
  if (root.hasChildNodes() && !saved && !step) hydrateRoot(root, page);
  else createRoot(root).render(page);
}

const text = storedText();
show({ language: pageLanguage() });
// Nothing starts without its texts, nor without the stored progress, as an empty checkout would replace it.
Promise.all([
  loadTexts(firstTexts),
  ...(text === undefined ? [] : [import('./progress/savedProgress.js'), loadTexts(regionTexts)]),
]).then(([, saved]) => start(text === undefined ? undefined : saved?.parseSaved(text)), programMissing);
