// What can happen to a COMMIT on its way to PostgreSQL, or to the answer on its way back.

/**
 * Each takes the pair of sockets, the client's message, whom to tell when the deed is done, for that may take until the
 * server's answer, and the chance to draw from.
 */
export const COMMIT_FAULTS = {
  'cut-before-commit': (pair, _commit, struck) => {
    pair.cut();
    struck();
  },
  'cut-after-commit': (pair, commit, struck) => {
    // Ended, not destroyed: the server still reads what was sent, and finds nobody to answer.
    pair.upstream.end(commit);
    pair.client.destroy();
    struck();
  },
  'cut-before-answer': (pair, commit, struck) => {
    pair.onCommitAnswer = () => {
      pair.cut();
      struck();
    };
    pair.upstream.write(commit);
  },
  'halve-stream': (pair, commit, struck, chance) => {
    if (chance.is(0.5)) {
      pair.upstream.end(commit.subarray(0, commit.length >> 1));
      pair.client.destroy();
      struck();
      return;
    }
    pair.onCommitAnswer = (answer) => {
      pair.client.end(answer.subarray(0, answer.length >> 1));
      pair.upstream.destroy();
      struck();
    };
    pair.upstream.write(commit);
  },
  'delay-stream': (pair, commit, struck, chance) => {
    const milliseconds = chance.is(0.8) ? chance.between(20, 300) : chance.between(800, 2_500);
    if (chance.is(0.5)) {
      pair.toServer.hold(milliseconds, commit);
    } else {
      pair.onCommitAnswer = (answer) => pair.toClient.hold(milliseconds, answer);
      pair.upstream.write(commit);
    }
    struck();
  },
};
