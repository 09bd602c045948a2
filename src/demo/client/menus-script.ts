/**
 * Source of a site's menus, each made by another technique. Expects the global `menuData`: lists of [file name without
 * its ending, text] by directory.
 */
export const menusScript = `function menuHref(directory, file) {
  return '/' + directory + '/' + file + '.' + 'html';
}

function menuMarkup(directory) {
  var markup = '<ul class="menu ' + directory + '">';
  for (var i = 0; i < menuData[directory].length; i++) {
    markup += '<li><a href="' + menuHref(directory, menuData[directory][i][0]) + '">' + menuData[directory][i][1] + '</a></li>';
  }
  return markup + '</ul>';
}

function appendMenu(parent, directory, items) {
  var list = document.createElement('ul');
  items.forEach(function (item) {
    var link = document.createElement('a');
    link.href = menuHref(directory, item[0]);
    link.appendChild(document.createTextNode(item[1]));
    list.appendChild(document.createElement('li')).appendChild(link);
  });
  parent.appendChild(list);
}

document.addEventListener('DOMContentLoaded', function () {
  appendMenu(document.getElementById('archive'), 'archive', menuData.archive);
  fetch('/menu.json').then(function (response) {
    return response.json();
  }).then(function (items) {
    appendMenu(document.getElementById('olympiads'), 'olympiads', items);
  });
});

customElements.define('journal-menu', class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = menuMarkup('journals');
  }
});
`;
