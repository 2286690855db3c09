import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyColorScheme } from '../data/colorScheme.js';
import { allowPlaceholders } from '../ui/common/trustedTypes.js';
import { Root } from './Root.js';
import './base.css';

allowPlaceholders();
applyColorScheme();

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
