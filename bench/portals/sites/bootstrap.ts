import { dataScript, facultyPages, homePage, type LibraryPortal, libraryPortal, pathsIn } from '../portal.ts';
import type { Faculty } from '../university.ts';

const SERVICES = ['map', 'jobs', 'shop'];

/** Hidden parts of the page, and some filled when shown: a dialog for each person, a side panel, a tab. */
const application = (faculty: string) => `
  <div class="dropdown"><button class="btn dropdown-toggle" data-bs-toggle="dropdown">Services</button><ul class="dropdown-menu">${SERVICES.map(
    (name) => `<li><button class="dropdown-item" data-service="${name}">${name}</button></li>`,
  ).join('')}</ul></div>
  <button class="btn" data-bs-toggle="collapse" data-bs-target="#news">News</button><div class="collapse" id="news"></div>
  <button class="btn" data-bs-toggle="offcanvas" data-bs-target="#courses">Courses</button>
  <div class="offcanvas offcanvas-start" tabindex="-1" id="courses"><button class="btn-close" data-bs-dismiss="offcanvas"></button><div class="offcanvas-body"></div></div>
  <ul class="nav nav-tabs"><li class="nav-item"><button class="nav-link active" data-bs-toggle="tab" data-bs-target="#about">About</button></li>
    <li class="nav-item"><button class="nav-link" data-bs-toggle="tab" data-bs-target="#theses">Theses</button></li></ul>
  <div class="tab-content"><div class="tab-pane show active" id="about">About us.</div><div class="tab-pane" id="theses"></div></div>
  <div id="people"></div>
  <div class="modal fade" id="person" tabindex="-1"><div class="modal-dialog"><div class="modal-content"><div class="modal-header"><button class="btn-close" data-bs-dismiss="modal"></button></div><div class="modal-body"></div></div></div></div>
  <script>
  const $ = (selector) => document.querySelector(selector);
  const list = (folder, all) => '<ul>' + all.map((one) => '<li><a href="/' + folder + '/' + one.slug + '">' + one.title + '</a></li>').join('') + '</ul>';
  $('#news').innerHTML = list('news', data.news);
  $('#people').innerHTML = data.people.map((one, at) => '<button class="btn" data-bs-toggle="modal" data-bs-target="#person" data-at="' + at + '">' + one.title + '</button>').join('');
  $('#person').addEventListener('show.bs.modal', ({ relatedTarget, target }) => {
    const one = data.people[relatedTarget.dataset.at];
    target.querySelector('.modal-body').innerHTML = '<h2>' + one.title + '</h2><a href="' + homePage(one.home) + '">Homepage</a> <a href="/people/' + one.slug + '">More</a>';
  });
  $('#courses').addEventListener('show.bs.offcanvas', async () => {
    const answer = await fetch('/data/courses?faculty=${faculty}');
    $('#courses .offcanvas-body').innerHTML = list('courses', await answer.json());
  });
  $('[data-bs-target="#theses"]').addEventListener('shown.bs.tab', () => { $('#theses').innerHTML = list('theses', data.theses); });
  for (const button of document.querySelectorAll('[data-service]'))
    button.addEventListener('click', () => window.open('/services/${faculty}/' + button.dataset.service));
  </script>`;

export const bootstrap = (faculties: readonly Faculty[]): LibraryPortal =>
  libraryPortal({
    name: 'bootstrap',
    libraries: 'Bootstrap',
    files: ['bootstrap/dist/css/bootstrap.min.css', 'bootstrap/dist/js/bootstrap.bundle.min.js'],
    pages: facultyPages(faculties, ({ slug, courses, people, theses, news }) => ({
      body: dataScript({ news, people: people.slice(0, 10), theses: theses.slice(0, 10) }) + application(slug),
      links: [
        ...pathsIn('news', news),
        ...pathsIn('courses', courses.slice(0, 10)),
        ...pathsIn('people', people.slice(0, 10)),
        ...people.slice(0, 10).map(({ home }) => homePage(home)),
        ...pathsIn('theses', theses.slice(0, 10)),
        ...SERVICES.map((name) => `/services/${slug}/${name}`),
      ],
    })),
    data: ({ pathname, searchParams }) =>
      pathname === '/data/courses'
        ? faculties.find(({ slug }) => slug === searchParams.get('faculty'))?.courses.slice(0, 10)
        : undefined,
  });
