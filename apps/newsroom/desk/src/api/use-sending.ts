import { useColophon } from '@colophon/ui';
import { type EditorProblem, problemOf } from '@colophon/ui/controls';
import { useRef, useState } from 'react';

export interface Sending {
  /** Does it unless it is being done; answers whether it was. What is done is said to those who do not see it. */
  readonly run: (work: () => Promise<unknown>, done?: string) => Promise<boolean>;
  readonly problem: EditorProblem | null;
  readonly isRunning: boolean;
  readonly clear: () => void;
}

/** One thing at a time that a person pressed, and why it was refused. */
export function useSending(): Sending {
  const { announce } = useColophon();
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const running = useRef(false);
  return {
    problem,
    isRunning,
    clear: () => setProblem(null),
    async run(work, done) {
      if (running.current) return false;
      running.current = true;
      setIsRunning(true);
      setProblem(null);
      try {
        await work();
        if (done !== undefined) announce(done);
        return true;
      } catch (error) {
        const refused = problemOf(error);
        setProblem(refused);
        announce(refused.detail, 'assertive');
        return false;
      } finally {
        running.current = false;
        setIsRunning(false);
      }
    },
  };
}
