import './style.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no root.');
createRoot(root).render(<App />);
