/** Source of `renderView(view, root)`: draws a {@link PageView} by DOM calls, in a browser. */
export const renderViewScript = `function element(name, text, className) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function link(anchor) {
  const made = element('a', anchor.text);
  made.setAttribute('href', anchor.href);
  return made;
}

function linkItem(anchor) {
  const item = element('li');
  if (anchor.note) item.append(anchor.note + ' ');
  item.append(link(anchor));
  return item;
}

function linkList(anchors, className) {
  const list = element('ul', '', className);
  for (const anchor of anchors) list.append(linkItem(anchor));
  return list;
}

function linkTable(anchors) {
  const table = element('table', '', 'listing');
  anchors.forEach((anchor, index) => {
    const row = table.insertRow();
    row.insertCell().textContent = String(index + 1);
    row.insertCell().append(link(anchor));
  });
  return table;
}

function renderView(view, root) {
  document.title = view.title + ' - ' + view.site;
  const nav = element('nav');
  nav.append(linkList(view.menu, 'menu'), linkList(view.sideMenu, 'side-menu'));
  const crumbs = element('div', '', 'breadcrumb');
  for (const crumb of view.crumbs) crumbs.append(link(crumb), ' / ');
  const main = element('main');
  main.append(element('h1', view.title));
  for (const pieces of view.paragraphs) {
    const paragraph = element('p');
    for (const piece of pieces) paragraph.append(typeof piece === 'string' ? piece : link(piece));
    main.append(paragraph);
  }
  const facts = element('table', '', 'facts');
  for (const cells of view.facts) {
    const row = facts.insertRow();
    for (const cell of cells) row.insertCell().textContent = cell;
  }
  main.append(facts);
  for (const group of view.groups) {
    const section = element('section', '', group.style);
    section.append(element('h2', group.heading));
    section.append(group.style === 'table' ? linkTable(group.anchors) : linkList(group.anchors, 'links'));
    main.append(section);
  }
  const footer = element('footer');
  for (const anchor of view.footer) footer.append(link(anchor));
  root.replaceChildren(nav, crumbs, main, footer);
}
`;
