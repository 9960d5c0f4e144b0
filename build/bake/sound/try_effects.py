import sys; from pathlib import Path
import numpy as np, effects, levels, ogg, recorded
from waves import RATE
def onset(x):
    return np.argmax(np.abs(x)>.1*np.max(np.abs(x)))/RATE*1000
def step(x):
    d=np.abs(np.diff(x,2)); m=np.max(np.abs(x)); w=44
    worst=0
    for i in np.argsort(d)[-200:]:
        loc=np.concatenate([d[max(0,i-w):max(0,i-3)],d[i+4:i+w]]); worst=max(worst,d[i]-(loc.max() if len(loc) else 0))
    return worst/m
total=0
allv={n:effects.variants(n) for n in effects.MADE}; lev={n:v[2] for n,v in effects.MADE.items()}
r=recorded.variants(Path('/work/shared/assets/sounds')); allv.update(r); lev.update(recorded.CUES)
for n,v in allv.items():
    v=[levels.levelled(x,lev[n]+.9) for x in v]
    s=[levels.levelled.__name__ and levels.loudest(x) for x in v]
    print(f"{n:12s} {len(v)} lu {min(s):.1f}..{max(s):.1f} want {lev[n]+.9:.1f} peak {max(20*np.log10(levels.true_peak(x)) for x in v):.1f} centroid {max(levels.centre(x) for x in v):.0f} share {max(levels.share(x) for x in v):.2f} onset {max(onset(x) for x in v):.1f} step {max(step(x) for x in v):.3f}", end=' ')
    ogg.OUT=Path('/tmp/snd/out'); total+=ogg.write(n,v)
print(total)
