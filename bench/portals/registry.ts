import type { LibraryPortal } from './portal.ts';
import { alpine } from './sites/alpine.ts';
import { bootstrap } from './sites/bootstrap.ts';
import { datatables } from './sites/datatables.ts';
import { docsify } from './sites/docsify.ts';
import { elementPlus } from './sites/element-plus.ts';
import { fullcalendar } from './sites/fullcalendar.ts';
import { htmx } from './sites/htmx.ts';
import { jqueryUi } from './sites/jquery-ui.ts';
import { jstree } from './sites/jstree.ts';
import { mui } from './sites/mui.ts';
import { tabulator } from './sites/tabulator.ts';
import { vueRouter } from './sites/vue-router.ts';
import { university } from './university.ts';

const SEED = 1;

const faculties = university(SEED);

/** In the order in which they are read. */
export const libraryPortals: readonly LibraryPortal[] = [
  mui,
  elementPlus,
  datatables,
  jqueryUi,
  bootstrap,
  tabulator,
  fullcalendar,
  htmx,
  alpine,
  jstree,
  vueRouter,
  docsify,
].map((make) => make(faculties));
