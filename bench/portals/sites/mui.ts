import { dataScript, doiPage, facultyPages, type LibraryPortal, libraryPortal, pathsIn } from '../portal.ts';
import type { Faculty } from '../university.ts';

const INFORMATION = ['admission', 'fees', 'contact', 'library'];

/** Tabs of which only the open one is drawn; in them accordions, pages of a list, an autocomplete field, and a menu. */
const application = `<div id="root"></div><script>
  const { createElement: h, useState } = React;
  const M = MaterialUI;
  const Courses = () => [1, 2, 3].map((year) => h(M.Accordion, { key: year, TransitionProps: { unmountOnExit: true } },
    h(M.AccordionSummary, null, 'Year ' + year),
    h(M.AccordionDetails, null, h(M.List, { dense: true }, data.courses.filter((one) => one.year === year).map((one) =>
      h(M.ListItemButton, { key: one.slug, component: 'a', href: '/courses/' + one.slug }, one.title))))));
  const People = () => {
    const [page, setPage] = useState(1);
    return h(M.Box, null,
      h(M.List, null, data.people.slice(4 * page - 4, 4 * page).map((one) =>
        h(M.ListItem, { key: one.slug }, h(M.Link, { href: '/people/' + one.slug }, one.title)))),
      h(M.Pagination, { count: Math.ceil(data.people.length / 4), page, onChange: (_, to) => setPage(to) }));
  };
  const Theses = () => {
    const [thesis, setThesis] = useState(null);
    return h(M.Box, null,
      h(M.Autocomplete, { options: data.theses, getOptionLabel: (one) => one.title + ' (' + one.year + ')',
        getOptionKey: (one) => one.slug, value: thesis, onChange: (_, one) => setThesis(one),
        renderInput: (params) => h(M.TextField, { ...params, label: 'Thesis' }) }),
      thesis && h(M.Link, { href: doiPage(thesis.doi) }, 'Read ' + thesis.title));
  };
  const Information = () => {
    const [anchor, setAnchor] = useState(null);
    return h(React.Fragment, null,
      h(M.Button, { onClick: (event) => setAnchor(event.currentTarget) }, 'Information'),
      h(M.Menu, { anchorEl: anchor, open: anchor !== null, onClose: () => setAnchor(null) },
        data.information.map((name) => h(M.MenuItem, { key: name,
          onClick: () => { location.href = '/about/' + data.slug + '/' + name; } }, name))));
  };
  const App = () => {
    const [tab, setTab] = useState(0);
    return h(M.Container, null, h(Information),
      h(M.Tabs, { value: tab, onChange: (_, to) => setTab(to) }, ['News', 'Courses', 'People', 'Theses'].map((label) =>
        h(M.Tab, { key: label, label }))),
      tab === 0 && h(M.List, null, data.news.map((one) =>
        h(M.ListItem, { key: one.slug }, h(M.Link, { href: '/news/' + one.slug }, one.title)))),
      tab === 1 && h(Courses), tab === 2 && h(People), tab === 3 && h(Theses));
  };
  ReactDOM.createRoot(document.getElementById('root')).render(h(App));
</script>`;

export const mui = (faculties: readonly Faculty[]): LibraryPortal =>
  libraryPortal({
    name: 'mui',
    libraries: 'React, MUI',
    files: [
      'react/umd/react.production.min.js',
      'react-dom/umd/react-dom.production.min.js',
      '@mui/material/umd/material-ui.production.min.js',
    ],
    pages: facultyPages(faculties, ({ slug, courses, people, theses, news }) => {
      const shown = {
        slug,
        courses: courses.slice(0, 12),
        people: people.slice(0, 12),
        theses: theses.slice(0, 8),
        news,
      };
      return {
        body: dataScript({ ...shown, information: INFORMATION }) + application,
        links: [
          ...pathsIn('news', news),
          ...pathsIn('courses', shown.courses),
          ...pathsIn('people', shown.people),
          ...shown.theses.map(({ doi }) => doiPage(doi)),
          ...INFORMATION.map((name) => `/about/${slug}/${name}`),
        ],
      };
    }),
  });
