import { type ReactNode, StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Checkout } from './Checkout.js';
import { stateAt } from './checkoutState.js';
import { emptyProgress } from './progress.js';
import { load } from './storage.js';
import { stepInHistory } from './useStepHistory.js';

const root = document.getElementById('root')!;

/** Lets the page be seen and used, now that its program is there. */
function Opened({ children }: { children: ReactNode }) {
  useEffect(() => {
    root.inert = false;
    document.documentElement.classList.remove('resumed');
  }, []);
  return children;
}

const saved = load();
const step = stepInHistory() ?? saved?.step;
const page = (
  <StrictMode>
    <Opened>
      <Checkout start={stateAt(saved?.progress ?? emptyProgress, step ?? 'location')} />
    </Opened>
  </StrictMode>
);
// The prerendered page is that of a new visitor.
if (root.hasChildNodes() && !saved && !step) hydrateRoot(root, page);
else createRoot(root).render(page);
