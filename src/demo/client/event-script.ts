/**
 * Source of a script for pages that hold back their links. Each page fetches its links from `/held.json` after the user
 * interacts with the page's `data-links` element, in the way that the attribute names.
 */
export const eventScript = `var root = document.querySelector('[data-links]');
var list = root.appendChild(document.createElement('ul'));

function ask(page) {
  return fetch('/held.json?page=' + encodeURIComponent(page)).then(function (answer) {
    return answer.json();
  });
}

function show(anchors) {
  anchors.forEach(function (anchor) {
    var link = document.createElement('a');
    link.href = anchor.href;
    link.textContent = anchor.text;
    list.appendChild(document.createElement('li')).appendChild(link);
  });
}

var own = location.pathname;
var ways = {
  menu: function () {
    root.querySelector('button').addEventListener('mouseenter', function () {
      ask(own).then(show);
    }, { once: true });
  },
  more: function () {
    var shown = 0;
    root.querySelector('button').addEventListener('click', function () {
      ask(own).then(function (anchors) {
        show(anchors.slice(shown, shown + 6));
        shown += 6;
      });
    });
  },
  wizard: function () {
    var step = 1;
    var button = root.querySelector('button');
    button.addEventListener('click', function () {
      step++;
      root.querySelector('output').textContent = 'Step ' + step + ' of 3';
      root.insertBefore(document.createElement('hr'), list);
      if (step === 3) ask(own).then(show);
    });
  },
  tabs: function () {
    document.addEventListener('click', function (event) {
      var tab = event.target.closest('[role=tab]');
      if (!tab) return;
      ask(own).then(function (anchors) {
        list.textContent = '';
        show(anchors.filter(function (anchor, index) {
          return index % 3 === Number(tab.dataset.tab);
        }));
      });
    });
  },
  details: function () {
    root.querySelector('details').addEventListener('toggle', function () {
      ask(own).then(show);
    }, { once: true });
  },
  places: function () {
    var draw = function () {
      list.textContent = '';
      var isPlace = location.hash.indexOf('#/') === 0;
      ask(isPlace ? own + location.hash : own).then(function (anchors) {
        show(anchors.filter(function (anchor) {
          return anchor.href.indexOf('#/') < 0;
        }));
      });
    };
    root.querySelectorAll('button').forEach(function (button) {
      button.addEventListener('click', function () {
        location.hash = '#/' + button.value;
      });
    });
    window.addEventListener('hashchange', draw);
    draw();
  }
};
ways[root.dataset.links]();
`;
