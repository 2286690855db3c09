import { type ReactNode, StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Checkout } from './Checkout.js';
import { stateAt } from './checkoutState.js';
import { emptyProgress } from './progress.js';
import { load } from './storage.js';
import { stepInHistory } from './useStepHistory.js';

const root = document.getElementById('root')!;

/** Makes the prerendered page visible and interactive once React has mounted. */
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
// The prerendered page shows the first step, so it can be hydrated for new visitors only.
if (root.hasChildNodes() && !saved && !step) hydrateRoot(root, page);
else createRoot(root).render(page);
