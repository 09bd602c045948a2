import { facultyPages, type LibraryPortal, libraryPortal, pathsIn } from '../portal.ts';
import type { Faculty } from '../university.ts';

/** A calendar of months requested from the server; events are opened by script. */
const application = (faculty: string) => `<div id="calendar"></div><script>
  new FullCalendar.Calendar(document.getElementById('calendar'), {
    initialDate: '2026-10-01', headerToolbar: { left: 'prev,next', center: 'title', right: 'dayGridMonth,listMonth' },
    events: '/data/events?faculty=${faculty}',
    eventClick: ({ event }) => { location.href = '/events/' + event.id; },
  }).render();
</script>`;

export const fullcalendar = (faculties: readonly Faculty[]): LibraryPortal =>
  libraryPortal({
    name: 'fullcalendar',
    libraries: 'FullCalendar',
    files: ['fullcalendar/index.global.min.js'],
    pages: facultyPages(faculties, ({ slug, appointments }) => ({
      body: application(slug),
      links: pathsIn('events', appointments),
    })),
    data: ({ pathname, searchParams }) => {
      if (pathname !== '/data/events') return undefined;
      const [start, end] = [searchParams.get('start') ?? '', searchParams.get('end') ?? ''];
      return faculties
        .find(({ slug }) => slug === searchParams.get('faculty'))
        ?.appointments.filter(({ date }) => date >= start.slice(0, 10) && date < end.slice(0, 10))
        .map(({ slug, title, date }) => ({ id: slug, title, start: date }));
    },
  });
