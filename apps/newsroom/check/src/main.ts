import { CheckPage } from './check-page.ts';

new CheckPage().start();
