import { lab } from './lab.ts';

const links = (page: string, names: string): string => names.replace(/\S+/g, `/${page}/$&`);

/** Delayed results, and controls that require input first. */
export const wizards = lab('wizards.lab.test', {
  // One tab is drawn only after the next was pressed.
  '/tabs-drawn-late': [
    [
      `<p role=tablist><button role=tab aria-selected=true data-t=home>Home</button><button role=tab data-t=staff>Staff</button><button role=tab data-t=alumni>Alumni</button></p>
      <div id=panel></div><script>const views = { home: '<p>Welcome</p>', staff: '<a href=/tabs-drawn-late/staff>staff</a>', alumni: '<p>Alumni <button id=show>Show</button></p>' };
      const draw = async (name) => { await new Promise((done) => setTimeout(done, 250)); panel.innerHTML = views[name] };
      document.addEventListener('click', ({ target }) => { if (target.dataset.t) draw(target.dataset.t);
        if (target.id === 'show') target.outerHTML = '<a href=/tabs-drawn-late/alumni>list</a>' }); draw('home')</script>`,
      { links: links('tabs-drawn-late', 'staff alumni') },
    ],
  ],
  // An answer arrives a while later, and another button restarts at once.
  '/questions': [
    [
      `<div id=quiz></div><button id=anew>Start again</button><script>
      const first = { q: 'Numbers?', yes: { q: 'Computers?', yes: { r: 'cs' }, no: { r: 'maths' } }, no: { r: 'arts' } }; let now = first, asked = 0;
      const draw = () => { quiz.innerHTML = now.q ? '<p>' + ++asked + '. ' + now.q + '</p><span class=an data-v=yes>Yes</span> <span class=an data-v=no>No</span>' : '<a href="/questions/' + now.r + '">' + now.r + '</a>' };
      quiz.addEventListener('click', ({ target }) => { if (target.dataset.v) { now = now[target.dataset.v]; setTimeout(draw, 150) } });
      anew.addEventListener('click', () => { now = first; asked = 0; draw() }); draw()</script>`,
      { links: links('questions', 'cs maths arts') },
    ],
  ],
  // The choice is not visible in the step's text, and is requested again each time it is shown.
  '/choice-unsaid': [
    [
      `<div id=box></div><script>const on = (query, name, act) => { box.querySelector(query)[name] = act };
        const where = () => { box.innerHTML = '<p>1. Where?</p><div class=card>Law library</div>'; on('.card', 'onclick', what) };
        const what = () => { let kind; box.innerHTML = '<p>2. What for?</p><select><option value="">Please choose<option value=quiet>Quiet<option value=group>Group<option value=media>Media</select> <button class=go disabled>Continue</button> <button class=back>Back</button>';
          on('select', 'onchange', ({ target }) => { kind = target.value; box.querySelector('.go').disabled = kind === '' }); on('.go', 'onclick', () => room(kind)); on('.back', 'onclick', where) };
        const room = (kind) => { box.innerHTML = '<p>3. Your room</p><a href=/choice-unsaid/' + kind + '>Show it</a><button class=back>Back</button>'; on('.back', 'onclick', what) };
        where()</script>`,
      { links: links('choice-unsaid', 'quiet group media') },
    ],
  ],
  // The list's first option is empty, and removed by the first choice; only then the next step is enabled, next to a
  // back button.
  '/next-beside-back': [
    [
      `<div id=box></div><script>let step = 1; const topics = ['Field', 'Laboratory']; let topic;
      const button = (text, to, isOff) => '<button data-to=' + to + (isOff ? ' disabled' : '') + '>' + text + '</button>';
      const list = () => '<select id=list>' + (topic ? '' : '<option value="? undefined ?"></option>') + '<option value="">choose</option>' + topics.map((one) => '<option' + (one === topic ? ' selected' : '') + '>' + one).join('') + '</select>';
      const draw = () => { box.innerHTML = step === 1 ? '<p>Step 1</p>' + button('Next', 2) : step === 2 ? '<p>Step 2</p>' + list() + button('Back', 1) + button('Next', 3, !topic)
        : '<p>Step 3</p><a href=/next-beside-back/list>x</a>' + button('Back', 2) };
      box.onclick = ({ target }) => { if (target.dataset.to && !target.disabled) { step = +target.dataset.to; draw() } };
      box.onchange = ({ target }) => { if (target.value?.startsWith('?')) return; topic = target.value; list_(); box.querySelector('[data-to="3"]').disabled = !topic };
      const list_ = () => { const none = box.querySelector('option[value^="?"]'); none?.remove() }; draw()</script>`,
      { links: links('next-beside-back', 'list') },
    ],
  ],
  // Back shows two rows the first time only, and opening one removes the other: Back is known to have led there, and
  // must not be pressed forever.
  '/shown-once': [
    [
      `<button id=back>Back</button><div id=box><p>Your course</p></div><script>let times = 0;
      back.onclick = () => { box.innerHTML = ++times === 1 ? '<p>Drafts</p><button class=row>Essay</button> <button class=row>Report</button>' : '<p>No drafts</p>'; if (times > 6) add('/shown-once/again') };
      box.onclick = ({ target }) => { if (target.className === 'row') box.innerHTML = '<p>Your course</p>' }</script>`,
      { never: '/shown-once/again' },
    ],
  ],
  // A field states its bounds.
  '/days-of-term': [
    [
      `<label>Day <input type=date id=day min=2026-06-10 max=2026-06-12></label><p id=events></p><script>
      day.onchange = () => { events.innerHTML = day.checkValidity() ? '<a href="/days-of-term/' + day.value + '">x</a>' : 'No such day' }</script>`,
      { links: links('days-of-term', '2026-06-10 2026-06-11 2026-06-12') },
    ],
  ],
  // Without a name, the form is redrawn with a message.
  '/empty-and-redrawn': [
    [
      `<section id=form></section><script>const draw = (error) => { form.innerHTML = '<h2>Step 1</h2><label>First name <input id=n required></label><button data-a=next>Next</button>' + error };
      form.addEventListener('click', ({ target }) => { if (target.dataset.a !== 'next') return;
        if (n.value) form.innerHTML = '<h2>Step 2</h2><a href=/empty-and-redrawn/list>list</a>'; else draw('<p>Please enter your name.</p>') }); draw('')</script>`,
      { links: '/empty-and-redrawn/list' },
    ],
  ],
  // An action adds a field and its button, and repeating it would empty the field.
  '/field-that-came': [
    [
      `<button id=start>Start</button><div id=box></div><script>start.onclick = () => { box.innerHTML = '<input id=x><button id=go>Go</button><p id=o></p>';
        go.onclick = () => { if (x.value) o.innerHTML = '<a href=/field-that-came/1>x</a>' } }</script>`,
      { links: '/field-that-came/1' },
    ],
  ],
  // Finished steps are hidden when the page is drawn.
  '/hidden-when-drawn': [
    [
      `<p id=help></p><button id=next>Next step</button><script>let step = 1; const show = () => { help.innerHTML = '<a href="/hidden-when-drawn/' + step + '">Help</a>' };
      next.onclick = () => { step++; show(); if (step === 4) requestAnimationFrame(() => requestAnimationFrame(() => { next.style.display = 'none' })) }; show()</script>`,
      { links: links('hidden-when-drawn', '1 2 3 4'), never: '/hidden-when-drawn/5' },
    ],
  ],
  // The whole page is in a shadow tree, and its rows are reused.
  '/rows-in-a-tree': [
    [
      `<my-page></my-page><script>customElements.define('my-button', class extends HTMLElement { constructor() { super();
        this.attachShadow({ mode: 'open' }).innerHTML = '<button><span><slot></slot></span></button>' } });
      customElements.define('my-page', class extends HTMLElement { connectedCallback() { let page = 0;
        const tree = this.attachShadow({ mode: 'open' });
        tree.innerHTML = '<ul><li><a></a></li><li><a></a></li></ul><my-button id=back>Previous</my-button><my-button id=on>Next</my-button>';
        const [back, on] = tree.querySelectorAll('my-button');
        const draw = () => { back.toggleAttribute('disabled', page === 0); on.toggleAttribute('disabled', page === 2);
          tree.querySelectorAll('a').forEach((a, at) => { a.href = '/rows-in-a-tree/' + (2 * page + at + 1); a.textContent = 'Course ' + (2 * page + at + 1) }) };
        back.addEventListener('click', () => { page--; draw() }); on.addEventListener('click', () => { page++; draw() }); draw() } })</script>`,
      { links: links('rows-in-a-tree', '1 2 3 4 5 6'), never: links('rows-in-a-tree', '-1 0 7 8') },
    ],
  ],
  // The listeners of a tree are on its host.
  '/slotted-tabs': [
    [
      `<my-tabs><my-tab data-n=1>One</my-tab><my-tab data-n=2>Two</my-tab><my-tab data-n=3>Three</my-tab></my-tabs><p id=panel></p><script>
      customElements.define('my-tabs', class extends HTMLElement { connectedCallback() { const tree = this.attachShadow({ mode: 'open' });
        tree.innerHTML = '<div part=base><slot></slot></div>'; tree.firstChild.addEventListener('click', ({ target }) => {
          if (target.dataset.n) panel.innerHTML = '<a href="/slotted-tabs/' + target.dataset.n + '">x</a>' }) } })</script>`,
      { links: links('slotted-tabs', '1 2 3') },
    ],
  ],
  // The field's text is part of the page's address, and inherited by links: none of them is a separate page.
  '/search-in-address': [
    [
      `<input id=q type=search><p id=found></p><a id=other href=/search-in-address/older>Older version</a><script>
      q.oninput = () => { history.replaceState(null, '', '?q=' + q.value); other.href = '/search-in-address/older' + location.search;
        found.innerHTML = /^[aei]$/.test(q.value) ? '<a href=/search-in-address/of-' + q.value + '>x</a>' : 'Nothing' }</script>`,
      {
        links: '/search-in-address/older /search-in-address/of-a /search-in-address/of-e /search-in-address/of-i',
        never:
          '/search-in-address?q=a /search-in-address?q=abc /search-in-address/older?q=a /search-in-address/older?q=i',
      },
    ],
  ],
  // The dialog is created on opening, and closed by its button or a press outside.
  '/search-dialog': [
    [
      `<button id=open>Search</button><script>
      document.getElementById('open').onclick = () => { const dialog = document.createElement('div'); dialog.style = 'position: fixed; inset: 0';
        dialog.innerHTML = '<p><input type=search placeholder=People><button type=button>Cancel</button></p><ul></ul>'; document.body.append(dialog);
        const field = dialog.querySelector('input'); const list = dialog.querySelector('ul'); dialog.querySelector('button').onclick = () => dialog.remove();
        dialog.onmousedown = ({ target }) => { if (target === dialog) dialog.remove() };
        field.oninput = () => { list.innerHTML = ['anna', 'eva', 'ivan', 'sam'].filter((name) => field.value && name.startsWith(field.value))
          .map((name) => '<li><a href=/search-dialog/' + name + '>x</a>').join('') } }</script>`,
      { links: '/search-dialog/anna /search-dialog/eva /search-dialog/ivan /search-dialog/sam' },
    ],
  ],
  // The contents of a form besides its submit button lead nowhere.
  '/boxes-of-forms': [
    [
      `<form action=/boxes-of-forms/find><label><input type=checkbox id=box>Open now</label> <input type=radio name=r id=one> <input type=radio name=r id=two>
      <button type=button popovertarget=more>More</button><div id=more popover></div></form><p id=found></p><script>
      const shows = (name) => { found.innerHTML += '<a href=/boxes-of-forms/' + name + '>x</a>' };
      box.onchange = () => shows("open"); one.onchange = () => shows("one"); two.onchange = () => shows("two"); more.ontoggle = () => shows("more")</script>`,
      {
        links: links('boxes-of-forms', 'open one two more find'),
        unsent: 'GET /boxes-of-forms/find?r=on GET /boxes-of-forms/find',
      },
    ],
    [
      `<form method=post action=/boxes-of-forms/save><input type=checkbox onchange=this.form.submit()> <input type=checkbox onchange="add('/boxes-of-forms/shown')"> <button>Save</button></form>`,
      {
        links: '/boxes-of-forms/shown',
        writes: 'POST /boxes-of-forms/save',
        unsent: 'POST /boxes-of-forms/save',
      },
    ],
  ],
  // Results of a letter are shown while it is in the field, and a chosen one replaces the letter.
  '/hidden-suggestions': [
    [
      `<input id=q placeholder=State><div id=list style="display: none"></div><div id=out></div><script>
      const states = ['Alabama', 'Alaska', 'Arizona', 'Ohio', 'Utah'];
      q.oninput = () => { const found = states.filter((state) => q.value && state.toLowerCase().startsWith(q.value.toLowerCase()));
        list.innerHTML = found.map((state) => '<div class=found>' + state + '</div>').join(''); list.style.display = found.length > 0 ? 'block' : 'none' };
      list.onclick = ({ target }) => { const state = target.closest('.found')?.textContent; if (!state) return;
        q.value = state; list.style.display = 'none'; out.innerHTML = state === 'Alabama' ? '<a href=/hidden-suggestions/alabama>x</a>' : 'Nothing' }</script>`,
      { links: '/hidden-suggestions/alabama' },
    ],
  ],
});
