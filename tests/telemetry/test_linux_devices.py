"""Intel NPU, Adreno, AMD, clocks, temperatures and power on made Linux machines."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from made_machines import EACCES, EAGAIN, EINVAL, Machine

from geniex_desktop.telemetry.battery import BatteryProvider
from geniex_desktop.telemetry.linux import (
    amd_gpu,
    cpu_clock,
    devfreq,
    intel_npu,
    kgsl,
    powercap,
    rknpu,
    thermal,
)
from geniex_desktop.telemetry.signals import SourceAbsent

NPU = "/sys/class/accel/accel1/device"
KGSL = "/sys/class/kgsl/kgsl-3d0"
CARD = "/sys/class/drm/card1/device"


def put_intel_npu(machine: Machine) -> None:
    # accel0 belongs to another driver: the number says nothing.
    machine.write("/sys/class/accel/accel0/device/uevent", "DRIVER=amdxdna\n")
    machine.put(
        NPU,
        uevent="DRIVER=intel_vpu\nPCI_ID=8086:643E\n",
        npu_busy_time_us="979473\n",
        npu_memory_utilization="68714496\n",
        npu_current_frequency_mhz="0\n",
        npu_max_frequency_mhz="1900\n",
        power__runtime_status="suspended\n",
    )


class TestRknpu:
    LOAD = "/sys/kernel/debug/rknpu/load"

    def test_each_core_and_the_busiest(self, machine: Machine) -> None:
        machine.write(self.LOAD, "NPU load:  Core0: 21%, Core1: 11%, Core2:  0%,\n")
        provider = rknpu.make(machine.access())
        assert provider.read() == {"npu": 21.0, "npu.core0": 21.0, "npu.core1": 11.0, "npu.core2": 0.0}
        machine.write(self.LOAD, "NPU load:  Core0: 20000%, Core1:  3%, Core2:  0%,\n")
        assert provider.read() == {"npu": 3.0, "npu.core0": None, "npu.core1": 3.0, "npu.core2": 0.0}
        assert "no sense" in provider.absences()["npu.core0"].reason

    def test_one_core(self, machine: Machine) -> None:
        machine.write(self.LOAD, "NPU load:  0%\n")
        provider = rknpu.make(machine.access())
        assert provider.read() == {"npu": 0.0}
        machine.write(self.LOAD, "NPU load:  20000%\n")
        assert provider.read() == {"npu": None}
        machine.write(self.LOAD, EACCES)
        assert provider.read() == {}
        assert "EACCES" in provider.absences()["npu"].reason

    def test_root_only(self, machine: Machine) -> None:
        machine.write("/sys/bus/platform/drivers/RKNPU/bind", "")
        machine.write(self.LOAD, EACCES)
        with pytest.raises(SourceAbsent, match="EACCES") as raised:
            rknpu.make(machine.access())
        assert "root" in raised.value.absence.remedy

    def test_no_npu(self, machine: Machine) -> None:
        with pytest.raises(SourceAbsent, match="rknpu"):
            rknpu.make(machine.access())


class TestIntelNpu:
    def test_a_suspended_npu_is_idle_and_not_absent(self, machine: Machine) -> None:
        put_intel_npu(machine)
        provider = intel_npu.make(machine.access())
        assert provider.read() == {"npu": None, "npu.memory": 68714496.0, "npu.clock": 0.0}
        machine.clock.advance(1)
        assert provider.read()["npu"] == 0.0
        assert provider.absences() == {}

    def test_half_a_second_in_a_second_is_fifty_percent(self, machine: Machine) -> None:
        put_intel_npu(machine)
        provider = intel_npu.make(machine.access())
        provider.read()
        machine.clock.advance(1)
        machine.put(NPU, npu_busy_time_us="1479473\n", npu_current_frequency_mhz="1400\n")
        assert provider.read() == {"npu": 50.0, "npu.memory": 68714496.0, "npu.clock": 1.4e9}
        clock = provider.signals()[2]
        assert (clock.unit, clock.maximum) == ("Hz", 1.9e9)

    def test_a_counter_that_goes_backwards_is_a_gap(self, machine: Machine) -> None:
        put_intel_npu(machine)
        provider = intel_npu.make(machine.access())
        seen = []
        for busy in (2_000_000, 100, 500_100):
            machine.put(NPU, npu_busy_time_us=f"{busy}\n")
            seen.append(provider.read()["npu"])
            machine.clock.advance(1)
        assert seen == [None, None, 50.0]

    def test_a_kernel_without_the_memory_file_says_from_which_one_on(self, machine: Machine) -> None:
        put_intel_npu(machine)
        machine.remove(f"{NPU}/npu_memory_utilization")
        provider = intel_npu.make(machine.access())
        assert provider.read()["npu.memory"] is None
        absence = provider.absences()["npu.memory"]
        assert "npu_memory_utilization cannot be read (ENOENT)" in absence.reason
        assert "6.15" in absence.remedy

    def test_the_new_place_of_the_clock(self, machine: Machine) -> None:
        put_intel_npu(machine)
        machine.remove(f"{NPU}/npu_current_frequency_mhz")
        machine.put(NPU, freq__current_freq="1100\n")
        assert intel_npu.make(machine.access()).read()["npu.clock"] == 1.1e9

    def test_the_driver_is_found_by_its_link(self, machine: Machine) -> None:
        put_intel_npu(machine)
        machine.remove(f"{NPU}/uevent")
        machine.link(f"{NPU}/driver", "../../../bus/pci/drivers/intel_vpu")
        assert intel_npu.make(machine.access()).read()["npu.memory"] == 68714496.0

    def test_other_accelerators_are_not_it(self, machine: Machine) -> None:
        machine.write("/sys/class/accel/accel0/device/uevent", "DRIVER=amdxdna\n")
        with pytest.raises(SourceAbsent, match="intel_vpu"):
            intel_npu.make(machine.access())


class TestKgsl:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("      0       0\n", 0.0),
            (" 412345 1000231\n", 41.225),
            ("\t412345\t1000231\t0 0 0 0 0 0 0 0 0 0 0 0\n", 41.225),
            ("1000300 1000231\n", 100.0),
        ],
    )
    def test_busy_time_of_the_last_second(self, machine: Machine, text: str, expected: float) -> None:
        machine.put(
            KGSL, gpubusy=text, gpuclk="587000000\n", gpu_model="Adreno643v1\n", max_gpuclk="812000000\n"
        )
        provider = kgsl.make(machine.access())
        values = provider.read()
        assert values["gpu"] == pytest.approx(expected, abs=0.001)
        assert values["gpu.clock"] == 5.87e8
        device = provider.signals()[0].device
        assert device is not None
        assert device.name == "Adreno643v1"
        assert provider.signals()[1].maximum == 8.12e8

    @pytest.mark.parametrize(("text", "expected"), [("37 %\n", 37.0), ("0 %\n", 0.0)])
    def test_the_percentage_stands_in(self, machine: Machine, text: str, expected: float) -> None:
        machine.put(KGSL, gpubusy=EACCES, gpu_busy_percentage=text, devfreq__cur_freq="305000000\n")
        assert kgsl.make(machine.access()).read() == {"gpu": expected, "gpu.clock": 3.05e8}

    def test_refused_is_not_idle(self, machine: Machine) -> None:
        machine.put(KGSL, gpubusy=EACCES, gpu_busy_percentage=EACCES, gpuclk="1\n")
        provider = kgsl.make(machine.access())
        assert provider.read()["gpu"] is None
        absence = provider.absences()["gpu"]
        assert "EACCES" in absence.reason
        assert absence.likely

    def test_another_gpu_has_no_kgsl(self, machine: Machine) -> None:
        with pytest.raises(SourceAbsent, match="kgsl"):
            kgsl.make(machine.access())


def put_amd(machine: Machine, card: str = CARD, **files: str | int) -> None:
    machine.put(card, uevent="DRIVER=amdgpu\nPCI_ID=1002:150E\n", gpu_busy_percent="73\n", **files)


class TestAmd:
    def test_everything_that_is_there(self, machine: Machine) -> None:
        put_amd(
            machine,
            mem_info_vram_used="1073741824\n",
            mem_info_vram_total="4294967296\n",
            hwmon__hwmon3__power1_average="15000000\n",
            hwmon__hwmon3__temp1_input="51000\n",
        )
        machine.write("/sys/class/drm/card1-HDMI-A-1/status", "connected\n")
        provider = amd_gpu.make(machine.access())
        assert provider.read() == {
            "gpu": 73.0,
            "gpu.memory": 1073741824.0,
            "gpu.power": 15.0,
            "gpu.temperature": 51.0,
        }
        maxima = {signal.id: signal.maximum for signal in provider.signals()}
        assert maxima["gpu.memory"] == 4294967296.0

    def test_a_driver_that_refuses_to_tell_is_a_gap(self, machine: Machine) -> None:
        put_amd(machine)
        machine.put(CARD, gpu_busy_percent=EINVAL)
        provider = amd_gpu.make(machine.access())
        assert provider.read() == {"gpu": None}
        assert "EINVAL" in provider.absences()["gpu"].reason
        machine.put(CARD, gpu_busy_percent="5\n")
        assert provider.read() == {"gpu": 5.0}
        assert provider.absences() == {}

    def test_two_cards_are_two_devices(self, machine: Machine) -> None:
        put_amd(machine)
        put_amd(machine, "/sys/class/drm/card2/device")
        assert amd_gpu.make(machine.access()).read() == {"gpu": 73.0, "gpu1": 73.0}

    def test_other_drivers_are_left_alone(self, machine: Machine) -> None:
        machine.put(CARD, uevent="DRIVER=i915\n", gpu_busy_percent="3\n")
        with pytest.raises(SourceAbsent, match="amdgpu"):
            amd_gpu.make(machine.access())


class TestThermal:
    def put(self, machine: Machine, **zones: str | int) -> None:
        for number, (kind, value) in enumerate(zones.items()):
            zone = f"/sys/class/thermal/thermal_zone{number}"
            machine.put(zone, type=f"{kind.replace('__', '-')}\n", temp=value)

    def test_the_hottest_of_each_group(self, machine: Machine) -> None:
        self.put(
            machine,
            nsp0__thermal="41200\n",
            nsp1__thermal="43500\n",
            gpuss__0__thermal="39000\n",
            cpu0__top__thermal="55000\n",
            cpu7_thermal="61000\n",
            skin_temp_thermal="33100\n",
            acpitz="27800\n",
        )
        machine.write("/sys/class/thermal/cooling_device0/type", "Processor\n")
        assert thermal.make(machine.access()).read() == {
            "npu.temperature": 43.5,
            "gpu.temperature": 39.0,
            "cpu.temperature": 61.0,
            "temperature.skin": 33.1,
            "temperature.acpitz": 27.8,
        }

    @pytest.mark.parametrize(
        ("value", "reason"), [(EAGAIN, "EAGAIN"), (EINVAL, "EINVAL"), ("-256000\n", "sensor that is off")]
    )
    def test_a_sensor_without_a_value_is_a_gap(self, machine: Machine, value: str | int, reason: str) -> None:
        self.put(machine, nsp0__thermal=value)
        provider = thermal.make(machine.access())
        assert provider.read() == {"npu.temperature": None}
        assert reason in provider.absences()["npu.temperature"].reason

    def test_one_bad_zone_does_not_silence_its_group(self, machine: Machine) -> None:
        self.put(machine, nsp0__thermal=EAGAIN, nsp1__thermal="40000\n")
        provider = thermal.make(machine.access())
        assert provider.read() == {"npu.temperature": 40.0}
        assert provider.absences() == {}

    def test_no_zones(self, machine: Machine) -> None:
        with pytest.raises(SourceAbsent, match="thermal zones"):
            thermal.make(machine.access())


RAPL = "/sys/class/powercap/intel-rapl:0"


class TestPowercap:
    def put(self, machine: Machine, energy: str | int) -> None:
        machine.put(RAPL, name="package-0\n", energy_uj=energy, max_energy_range_uj="262143328850\n")
        machine.put(f"{RAPL}:0", name="core\n", energy_uj=energy, max_energy_range_uj="262143328850\n")
        machine.put("/sys/class/powercap/intel-rapl-mmio:0", name="package-0\n", energy_uj="1\n")

    def test_joules_a_second_are_watts(self, machine: Machine) -> None:
        self.put(machine, "1000000\n")
        provider = powercap.make(machine.access())
        provider.read()
        machine.clock.advance(2)
        self.put(machine, "31000000\n")
        assert provider.read() == {"power.package-0": 15.0, "power.package-0-core": 15.0}

    def test_the_counter_wraps(self, machine: Machine) -> None:
        self.put(machine, "262143328850\n")
        provider = powercap.make(machine.access())
        provider.read()
        machine.clock.advance(1)
        self.put(machine, "12000000\n")
        assert provider.read()["power.package-0"] == pytest.approx(12.0)

    def test_only_root_may_read_it(self, machine: Machine) -> None:
        self.put(machine, EACCES)
        with pytest.raises(SourceAbsent, match="EACCES") as raised:
            powercap.make(machine.access())
        assert "udev" in raised.value.absence.remedy
        assert raised.value.absence.likely


class TestBattery:
    BATTERY = "/sys/class/power_supply/BAT0"

    def make(self, machine: Machine, percent: float | None = 81.0) -> BatteryProvider:
        found = None if percent is None else SimpleNamespace(percent=percent)
        machine.put("/sys/class/power_supply/AC", type="Mains\n")
        return BatteryProvider(machine.access(), SimpleNamespace(sensors_battery=lambda: found))

    @pytest.mark.parametrize(
        "files",
        [{"power_now": "12500000\n"}, {"power_now": "-12500000\n"}, {"current_now": "1000000\n"}],
    )
    def test_on_the_road(self, machine: Machine, files: dict[str, str]) -> None:
        machine.put(self.BATTERY, type="Battery\n", status="Discharging\n", voltage_now="12500000\n", **files)
        assert self.make(machine).read() == {"power.battery": 81.0, "power.battery-draw": pytest.approx(12.5)}

    def test_at_the_desk(self, machine: Machine) -> None:
        machine.put(self.BATTERY, type="Battery\n", status="Charging\n", power_now="30000000\n")
        provider = self.make(machine)
        assert provider.read() == {"power.battery": 81.0, "power.battery-draw": None}
        assert "not running on its battery" in provider.absences()["power.battery-draw"].reason

    def test_elsewhere_only_the_charge_is_known(self, machine: Machine) -> None:
        provider = self.make(machine)
        assert provider.read() == {"power.battery": 81.0}
        assert [signal.id for signal in provider.signals()] == ["power.battery"]

    def test_no_battery(self, machine: Machine) -> None:
        with pytest.raises(SourceAbsent, match="no battery"):
            self.make(machine, None)
        with pytest.raises(SourceAbsent, match="no battery"):
            BatteryProvider(machine.access(), SimpleNamespace())


class TestCpuClock:
    def test_the_fastest_cluster(self, machine: Machine) -> None:
        folder = "/sys/devices/system/cpu/cpufreq"
        machine.put(f"{folder}/policy0", scaling_cur_freq="1800000\n", cpuinfo_max_freq="2016000\n")
        machine.put(f"{folder}/policy4", scaling_cur_freq="2400000\n", cpuinfo_max_freq="3801600\n")
        provider = cpu_clock.make(machine.access())
        assert provider.read() == {"cpu.clock": 2.4e9}
        assert provider.signals()[0].maximum == 3.8016e9
        machine.remove(f"{folder}/policy4/scaling_cur_freq")
        assert provider.read() == {"cpu.clock": 1.8e9}

    def test_a_machine_that_does_not_tell(self, machine: Machine) -> None:
        with pytest.raises(SourceAbsent, match="cpufreq"):
            cpu_clock.make(machine.access())


class TestDevfreq:
    def test_gpu_and_memory_clocks(self, machine: Machine) -> None:
        machine.put("/sys/class/devfreq/3d00000.gpu", cur_freq="550000000\n", max_freq="1250000000\n")
        machine.put("/sys/class/devfreq/soc:ddr-bwmon", cur_freq="2092800000\n")
        machine.put("/sys/class/devfreq/1d84000.ufshc", cur_freq="1\n")
        provider = devfreq.make(machine.access())
        assert provider.read() == {"gpu.clock": 5.5e8, "memory.clock": 2.0928e9}
        assert provider.signals()[0].maximum == 1.25e9

    def test_a_device_that_vanishes_is_a_gap(self, machine: Machine) -> None:
        machine.put("/sys/class/devfreq/3d00000.gpu", cur_freq="550000000\n")
        provider = devfreq.make(machine.access())
        machine.remove("/sys/class/devfreq/3d00000.gpu/cur_freq")
        assert provider.read() == {"gpu.clock": None}
        assert "ENOENT" in provider.absences()["gpu.clock"].reason
