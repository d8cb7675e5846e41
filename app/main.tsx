import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/base.css';
import { Root } from './Root.tsx';
import { startLanguage } from './store/language.ts';
import { start } from './store/start.ts';
import { watchTheme } from './store/theme.ts';

watchTheme();
// The words come first: a page in the wrong language for a blink would be worse than a blank one.
await startLanguage();
const place = document.querySelector('#root');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
}
await start();
