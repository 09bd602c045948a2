import { lab, type Part } from './lab.ts';

const links = (page: string, names: string): string => names.replace(/\S+/g, `/${page}/$&`);

/** Results of several choices together, at once or after pressing a button. */
export const chosenTogether = lab('chosen-together.lab.test', {
  '/lists-and-button': [
    [
      `<select id=faculty><option>law<option>arts<option>maths</select> <select id=degree><option>ba<option>ma</select> <button id=go>Show programme</button><p id=out></p><script>
      go.onclick = () => { out.innerHTML = '<a href="/lists-and-button/' + faculty.value + '-' + degree.value + '">Programme</a>' }</script>`,
      { links: links('lists-and-button', 'law-ba law-ma arts-ba arts-ma maths-ba maths-ma') },
    ],
  ],
  // Each list draws the result of both.
  '/two-lists': [
    [
      `<select id=faculty><option value="">Faculty<option>law<option>arts<option>maths</select> <select id=degree><option value="">Degree<option>ba<option>ma</select><p id=out></p><script>
      faculty.onchange = degree.onchange = () => { out.innerHTML = faculty.value && degree.value
        ? '<a href="/two-lists/' + faculty.value + '-' + degree.value + '">Programme</a>' : 'Please choose both' }</script>`,
      { links: links('two-lists', 'law-ba law-ma arts-ba arts-ma maths-ba maths-ma') },
    ],
  ],
  // The options of the second list depend on the first one, and a button requests both.
  '/list-of-list': [
    [
      `<select id=faculty><option value="">Faculty<option>science<option>medicine</select> <select id=institute disabled><option value="">Institute</select> <button id=go disabled>Open</button><p id=out></p><script>
      const institutes = { science: ['biology', 'chemistry'], medicine: ['eyes', 'ears'] };
      faculty.onchange = async () => { await new Promise((done) => setTimeout(done, 80)); go.disabled = true; institute.disabled = !faculty.value;
        institute.innerHTML = '<option value="">Institute' + (institutes[faculty.value] ?? []).map((name) => '<option>' + name).join('') };
      institute.onchange = () => { go.disabled = !institute.value };
      go.onclick = () => { out.innerHTML = '<a href="/list-of-list/' + faculty.value + '-' + institute.value + '">x</a>' }</script>`,
      { links: links('list-of-list', 'science-biology science-chemistry medicine-eyes medicine-ears') },
    ],
  ],
  // Fields that copy their values to variables, as in frameworks, and a button that requests these.
  '/kept-in-mind': [
    [
      `<select id=kind><option>courses<option>staff<option>rooms</select> <button id=show>Show</button><p id=out></p><script>
      let chosen = ''; kind.onchange = () => { chosen = kind.value };
      show.onclick = () => { if (chosen === 'staff' || chosen === 'rooms') out.innerHTML = '<a href="/kept-in-mind/' + chosen + '">x</a>' }</script>`,
      { links: links('kept-in-mind', 'staff rooms') },
    ],
  ],
  '/word-in-mind': [
    [
      `<input id=name><button id=show>Show</button><p id=out></p><script>let word = '';
      document.body.addEventListener('input', (event) => { if (event.target.id === 'name') word = event.target.value });
      document.body.addEventListener('click', (event) => { if (event.target.id === 'show' && word) out.innerHTML = '<a href=/word-in-mind/shown>x</a>' })</script>`,
      { links: links('word-in-mind', 'shown') },
    ],
  ],
  // Buttons placed before their fields.
  ...Object.fromEntries(
    Object.entries({
      box: '<label><input type=checkbox> I agree</label>',
      radio:
        '<label><input type=radio name=kind value=1> One</label> <label><input type=radio name=kind value=2> Two</label>',
      day: '<input type=date>',
      hour: '<input type=time>',
    }).map(([name, fields]): [string, Part[]] => [
      `/before-${name}`,
      [
        [
          `<button id=show>Show</button> ${fields}<p id=out></p><script>show.onclick = () => {
          if ([...document.querySelectorAll('input')].some((one) => one.matches('[type=date], [type=time]') ? one.value : one.checked))
            out.innerHTML = '<a href=/before/${name}>x</a>' }</script>`,
          { links: `/before/${name}` },
        ],
      ],
    ]),
  ),
  // Buttons as options, shown only by their state.
  '/pressed-buttons': [
    [
      `<p>${'level ba,level ma,mode day,mode evening'
        .split(',')
        .map((one) => one.split(' '))
        .map(
          ([key, value]) =>
            `<button class=chip data-key=${key} data-value=${value} aria-pressed=false>${value}</button>`,
        )
        .join(' ')}</p><button id=go>Show results</button><p id=out></p><script>
      const chosen = {}; const chips = [...document.querySelectorAll('.chip')];
      for (const chip of chips) chip.onclick = () => { chosen[chip.dataset.key] = chip.dataset.value;
        for (const one of chips) one.ariaPressed = chosen[one.dataset.key] === one.dataset.value };
      go.onclick = () => { out.innerHTML = chosen.level && chosen.mode ? '<a href="/pressed-buttons/' + chosen.level + '-' + chosen.mode + '">x</a>' : 'Choose both' }</script>`,
      { links: links('pressed-buttons', 'ba-day ba-evening ma-day ma-evening') },
    ],
  ],
  // The search starts with a button, and a list selects its place.
  '/field-and-button': [
    [
      `<input id=text placeholder=Name> <select id=kind><option value=staff>Staff<option value=rooms>Rooms</select> <button id=go>Search</button><ul id=out></ul><script>
      const all = { staff: ['anna', 'peter'], rooms: ['aula', 'library'] };
      go.onclick = () => { const found = all[kind.value].filter((name) => text.value && name.includes(text.value.toLowerCase()));
        out.innerHTML = found.map((name) => '<li><a href="/field-and-button/' + kind.value + '-' + name + '">x</a>').join('') || '<li>Nothing' }</script>`,
      { links: links('field-and-button', 'staff-anna staff-peter rooms-aula rooms-library') },
    ],
  ],
  '/slider-and-button': [
    [
      `<input type=range id=year min=2020 max=2023 value=2020> <button id=go>Reports</button><p id=out></p><script>
      go.onclick = () => { out.innerHTML = '<a href="/slider-and-button/' + year.value + '">x</a>' }</script>`,
      { links: links('slider-and-button', '2020 2021 2022 2023') },
    ],
  ],
});
