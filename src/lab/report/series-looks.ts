/** How a strategy's line is drawn in all figures. */
export interface Look {
  readonly colour: string;
  /** The colour of its name: darker, to be read on white. */
  readonly ink: string;
  /** As SVG's `stroke-dasharray`. */
  readonly dash: string;
  readonly width: number;
}

/**
 * A look for each name. Strategies have Okabe and Ito's colours (2008) without yellow and black, which the colour-blind
 * tell apart, and two more; dashes tell them apart without colours. Oracles are thin, black and grey. It runs in the
 * report, from its source: it may use nothing from outside.
 */
export function seriesLooks(strategies: readonly string[], oracles: readonly string[]): Map<string, Look> {
  const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#7a4fb5', '#8c6d31'];
  const dashes = ['none', '7 3', '2 2.5', '9 3 2 3', '14 4', '4 3', '10 3 2 3 2 3', '1 2'];
  const ink = (colour: string): string => {
    const channels = [1, 3, 5].map((at) => Math.round(0.75 * Number.parseInt(colour.slice(at, at + 2), 16)));
    return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
  };
  const look = (colour: string, dash: string, width: number): Look => ({ colour, ink: ink(colour), dash, width });
  const looks = new Map<string, Look>();
  for (const [at, name] of strategies.entries()) {
    // Beyond the colours, each comes again with other dashes.
    const dash = dashes[(at + Math.floor(at / colours.length)) % dashes.length] ?? 'none';
    looks.set(name, look(colours[at % colours.length] ?? '#222222', dash, 2));
  }
  for (const [at, name] of oracles.entries())
    looks.set(name, look(at === 0 ? '#222222' : '#767676', at === 0 ? '5 4' : '1.5 3', 1.4));
  return looks;
}
