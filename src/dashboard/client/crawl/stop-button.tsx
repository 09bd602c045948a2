import { send } from '../kit/ask.ts';
import { tellDone, tellFailed } from '../kit/notices.tsx';

interface StopButtonProps {
  readonly isStopping: boolean;
  /** What runs: `crawl`. */
  readonly what: string;
}

/** Ends what runs, in the dashboard's process or in another, when the pages in flight are finished. */
export function StopButton({ isStopping, what }: StopButtonProps) {
  const stop = async () => {
    try {
      await send('/api/crawl/stop');
      tellDone(`The pages in flight are finished, then the ${what} ends`);
    } catch (error) {
      tellFailed(error);
    }
  };
  return (
    <button type="button" class="danger" disabled={isStopping} onClick={stop}>
      Stop
    </button>
  );
}
