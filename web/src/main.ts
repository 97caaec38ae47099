import { mount } from 'svelte';
import App from './App.svelte';
import './map/theme.css';
import './app/base.css';

const target = document.getElementById('app');
if (target) mount(App, { target });
