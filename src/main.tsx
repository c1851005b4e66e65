import './styles.css';
import { startApp } from './app/startApp.tsx';

const element = document.getElementById('root');
if (element) void startApp(element, (import.meta.env.VITE_API_URL ?? '').replace(/\/+$/, ''));
