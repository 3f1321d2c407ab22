// First turn: the way in where nothing is remembered yet.
import { useState } from "preact/hooks";
import type { Brain, Model } from "../../api.ts";
import { PageHead } from "../../parts/basics.tsx";
import { coreOf, usePlace } from "../../place.ts";
import { useSession } from "../../session.ts";
import { words } from "../../words/words.ts";
import { AnswerStep } from "./answer-step.tsx";
import { AskStep } from "./ask-step.tsx";
import { BackStep } from "./back-step.tsx";
import { NextSteps } from "./next-steps.tsx";
import { SayStep } from "./say-step.tsx";
import "../../styles/start.css";

/** What the tour has come to; what is not there yet is null. */
interface Tour {
  readonly brain: Brain;
  readonly said: string;
  readonly prepared: Model["Turn"];
  readonly answer: string | null;
  readonly question: string | null;
  readonly back: Model["Turn"] | null;
}

export function StartPage() {
  const core = coreOf(usePlace());
  const [round, setRound] = useState(0);
  return (
    <div class="start" key={`${core} ${round}`}>
      <Steps core={core} onAgain={() => setRound(round + 1)} />
    </div>
  );
}

function Steps({ core, onAgain }: { core: string; onAgain: () => void }) {
  const session = useSession();
  const [tour, setTour] = useState<Tour | null>(null);
  const began = (brain: Brain, said: string, prepared: Model["Turn"]) =>
    setTour({ brain, said, prepared, answer: null, question: null, back: null });
  return (
    <>
      <PageHead title={words.start.title} lead={words.start.lead}>
        {tour !== null && (
          <button type="button" onClick={onAgain}>
            {words.start.again}
          </button>
        )}
      </PageHead>
      <SayStep core={core} bound={session.user} isDone={tour !== null} onPrepared={began} />
      {tour !== null && (
        <AnswerStep {...tour} isDone={tour.answer !== null} onRecorded={(answer) => setTour({ ...tour, answer })} />
      )}
      {tour !== null && tour.answer !== null && (
        <AskStep {...tour} onAsked={(question, back) => setTour({ ...tour, question, back })} />
      )}
      {tour?.back != null && (
        <>
          <BackStep said={tour.said} back={tour.back} />
          <NextSteps brain={tour.brain} said={tour.said} />
        </>
      )}
    </>
  );
}
